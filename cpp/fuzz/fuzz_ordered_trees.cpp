// Heads as forests: any sizes that are or are not those of a forest, any heads, and mirrors.
#include "fuzz/input.hpp"
#include "tests/check.hpp"
#include "tests/trees/forest_checks.hpp"

using namespace hyperbaton;

namespace {

// How many words a root can be reached from.
std::int64_t count_reaching_a_root(const Ids& heads) {
    std::int64_t count = 0;
    for (std::size_t word = 0; word < heads.size(); ++word) {
        std::int32_t at = static_cast<std::int32_t>(word) + 1;
        for (std::size_t steps = 0; steps <= heads.size() && at != 0; ++steps) {
            at = heads[static_cast<std::size_t>(at) - 1];
        }
        count += at == 0 ? 1 : 0;
    }
    return count;
}

void check_mirror(const Ids& sizes) {
    Ids mirrored, node, again, buffer;
    mirror_forest(sizes, mirrored, node, buffer);
    CHECK(is_forest(mirrored));
    CHECK(keyroot_size_left(mirrored, buffer) == keyroot_size_right(sizes));
    CHECK(keyroot_size_right(mirrored) == keyroot_size_left(sizes, buffer));
    mirror_forest(mirrored, again, node, buffer);
    CHECK(again == sizes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static OrderedTreeWorkspace workspace;
    Input input(data, size);
    Ids any(input.below(100));
    for (std::size_t k = 0; k < any.size(); ++k) {
        any[k] = input.small(static_cast<std::int32_t>(k) + 3) - (input.flag() ? 1 : 0);
    }
    CHECK(is_forest(any) == is_forest_by_definition(any));

    const auto placement = input.flag() ? HeadPlacement::drop : HeadPlacement::inlined;
    Ids heads(input.below(60));
    for (std::int32_t& head : heads)
        head = input.small(static_cast<std::int32_t>(heads.size()) + 1);
    Ids buffer;
    const std::int64_t nodes = node_count(heads, placement, buffer);
    Ids sizes(static_cast<std::size_t>(nodes)), words(sizes.size());
    const std::int64_t written =
        order_tree(heads, placement, sizes.data(), words.data(), workspace);
    const bool is_tree = count_reaching_a_root(heads) == static_cast<std::int64_t>(heads.size());
    CHECK(written <= nodes);
    CHECK((written == nodes) == is_tree);
    if (placement == HeadPlacement::drop) CHECK(written == count_reaching_a_root(heads));
    sizes.resize(static_cast<std::size_t>(written));
    CHECK(is_forest(sizes));
    for (std::size_t k = 0; k < sizes.size(); ++k) {
        CHECK(words[k] >= 0 && words[k] < static_cast<std::int32_t>(heads.size()));
    }
    check_mirror(sizes);
    return 0;
}
