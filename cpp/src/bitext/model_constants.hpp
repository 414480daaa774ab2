// Pseudo-counts and weights of the model; docs/source_alignments.md says what each is worth.
#pragma once

namespace hyperbaton {

inline constexpr float translation_alpha = 0.0003F;
inline constexpr float class_weight = 1.0F, class_alpha = 0.003F;
inline constexpr float jump_alpha = 2.0F;
inline constexpr float unlinked_share = 0.2F, unlinked_alpha = 0.003F;
// How much likelier a link is that the other direction has.
inline constexpr float first_agreement = 1.25F, later_agreement = 1.5F;
inline constexpr float unseen_fertility = 0.5F;

// Pseudo-counts for a translation that looks like the word: from .55 on, up to 2.
inline float pseudo_counts(float similarity) {
    constexpr float from = 0.55F, none = 0.5F, most = 2.0F;
    if (similarity < from) return 0.0F;
    const float share = (similarity - none) / (1.0F - none);
    return most * share * share;
}

}  // namespace hyperbaton
