// Word alignments between a sentence and its translation.
#include <vector>

#include "arrays.hpp"
#include "hyperbaton/bitext/link_parser.hpp"
#include "hyperbaton/bitext/symmetrization.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hyperbaton;

namespace {

// Source positions, target positions, sure or not, offsets, and the first byte of what is no link.
std::tuple<Out<std::int32_t>, Out<std::int32_t>, Out<std::uint8_t>, Out<std::int64_t>, std::int64_t>
parsed_links(const nb::bytes& text) {
    ParsedLinks links = unlocked([&] { return parse_links({text.c_str(), text.size()}); });
    return {to_python(std::move(links.source)), to_python(std::move(links.target)),
            to_python(std::move(links.sure)), to_python(std::move(links.offsets)), links.wrong};
}

constexpr std::int64_t largest_position = 999'999'999;  // nine digits, as the parser has it

using LinksIn = std::tuple<Values, Values, Offsets>;  // source, target, offsets

// Links given like that, checked.
class CheckedLinks {
public:
    explicit CheckedLinks(const LinksIn& in)
        : source_(std::get<0>(in)), target_(std::get<1>(in)), offsets_(std::get<2>(in)) {
        check_offsets(offsets_, source_.size(), "offsets of links");
        require(source_.size() == target_.size(), "links have to have two ends");
        check_range(source_, largest_position + 1, "source positions");
        check_range(target_, largest_position + 1, "target positions");
    }

    std::size_t size() const { return source_.size(); }
    LinkBatch batch() const {
        return {source_.data(), target_.data(), offsets_.data(),
                static_cast<std::int64_t>(offsets_.size()) - 1};
    }

private:
    Input<std::int32_t> source_, target_;
    Input<std::int64_t> offsets_;
};

// Source and target positions, with gaps, and the number of links of each pair.
std::tuple<Out<std::int32_t>, Out<std::int32_t>, Out<std::int64_t>> symmetrized(
    const LinksIn& forward, const LinksIn& reverse, std::int32_t method, int threads) {
    const CheckedLinks ours(forward), theirs(reverse);
    const LinkBatch one = ours.batch(), other = theirs.batch();
    require(one.count == other.count, "both directions have to have as many sentence pairs");
    require(method >= 0 && method <= static_cast<int>(Symmetrization::grow_diag_final_and),
            "unknown method of symmetrization");
    const std::size_t room = ours.size() + theirs.size();
    Column<std::int32_t> source(room), target(room);
    Column<std::int64_t> counts(static_cast<std::size_t>(one.count));
    {
        const Unlocked scope;
        std::fill_n(source.data.get(), room, 0);
        std::fill_n(target.data.get(), room, 0);
        symmetrize(one, other, static_cast<Symmetrization>(method), threads, source.data.get(),
                   target.data.get(), counts.data.get());
    }
    return {source.to_python(), target.to_python(), counts.to_python()};
}

}  // namespace

namespace hyperbaton {

void bind_bitext(nb::module_& m) {
    m.def("parse_links", parsed_links, "links"_a);
    m.def("symmetrize", symmetrized, "forward"_a, "reverse"_a, "method"_a, "threads"_a);
}

}  // namespace hyperbaton
