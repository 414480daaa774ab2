// Other forms of many texts.
#pragma once

#include <cstdint>

#include "hyperbaton/text/text_batch.hpp"

namespace hyperbaton {

// Every text in lower case.
Lists<std::uint8_t> lowered(const TextBatch& texts, int threads);

// The code points of every text without white space.
Lists<std::int32_t> characters(const TextBatch& texts, int threads);

}  // namespace hyperbaton
