// Word alignments between a sentence and its translation.
#include <vector>

#include "arrays.hpp"
#include "hyperbaton/bitext/link_parser.hpp"
#include "hyperbaton/bitext/symmetrization.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

template <class T>
Out<T> to_python(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Out<T>(kept->data(), {kept->size()}, owner);
}

// Source positions, target positions, sure or not, offsets, and the first byte of what is no link.
std::tuple<Out<std::int32_t>, Out<std::int32_t>, Out<std::uint8_t>, Out<std::int64_t>, std::int64_t>
parsed_links(const nb::bytes& text) {
    ParsedLinks links = unlocked([&] { return parse_links({text.c_str(), text.size()}); });
    return {to_python(std::move(links.source)), to_python(std::move(links.target)),
            to_python(std::move(links.sure)), to_python(std::move(links.offsets)), links.wrong};
}

constexpr std::int64_t largest_position = 999'999'999;  // nine digits, as the parser has it

using LinksIn = std::tuple<Values, Values, Offsets>;  // source, target, offsets

LinkBatch links_of(const LinksIn& in) {
    const auto& [source, target, offsets] = in;
    check_offsets(offsets, source.shape(0), "offsets of links");
    require(source.shape(0) == target.shape(0), "links have to have two ends");
    check_range(source, largest_position + 1, "source positions");
    check_range(target, largest_position + 1, "target positions");
    return {source.data(), target.data(), offsets.data(),
            static_cast<std::int64_t>(offsets.shape(0)) - 1};
}

// Source and target positions, with gaps, and the number of links of each pair.
std::tuple<Out<std::int32_t>, Out<std::int32_t>, Out<std::int64_t>> symmetrized(
    const LinksIn& forward, const LinksIn& reverse, std::int32_t method, int threads) {
    const LinkBatch one = links_of(forward), other = links_of(reverse);
    require(one.count == other.count, "both directions have to have as many sentence pairs");
    require(method >= 0 && method <= static_cast<int>(Symmetrization::grow_diag_final_and),
            "unknown method of symmetrization");
    const std::size_t room = std::get<0>(forward).shape(0) + std::get<0>(reverse).shape(0);
    Column<std::int32_t> source(room), target(room);
    Column<std::int64_t> counts(static_cast<std::size_t>(one.count));
    {
        const Unlocked scope;
        symmetrize(one, other, static_cast<Symmetrization>(method), threads, source.data.get(),
                   target.data.get(), counts.data.get());
    }
    return {source.to_python(), target.to_python(), counts.to_python()};
}

}  // namespace

namespace hyperbaton {

void bind_bitext(nb::module_& m) {
    m.def("parse_links", parsed_links, "text"_a);
    m.def("symmetrize", symmetrized, "forward"_a, "reverse"_a, "method"_a, "threads"_a);
}

}  // namespace hyperbaton
