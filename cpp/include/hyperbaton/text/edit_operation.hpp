#pragma once

#include <cstdint>

namespace hyperbaton {

/// One step of turning a hypothesis into a reference, from left to right.
///
/// An insertion adds a reference word the hypothesis lacks; a deletion drops a hypothesis word.
/// (Speech recognition tools such as jiwer name the two the other way round.)
enum class EditOperation : std::uint8_t { match, substitution, insertion, deletion };

}  // namespace hyperbaton
