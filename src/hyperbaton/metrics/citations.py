"""The publications that metrics cite, each once."""

BIRCH_OSBORNE_2010 = (
    "Birch & Osborne 2010, LRscore for Evaluating Lexical and Reordering Quality in MT, WMT"
)
BIRCH_ET_AL_2010 = (
    "Birch, Osborne & Blunsom 2010, Metrics for MT evaluation: evaluating reordering, "
    "Machine Translation 24"
)
CHEN_CHERRY_2014 = (
    "Chen & Cherry 2014, A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU, "
    "WMT"
)
DENKOWSKI_LAVIE_2011 = (
    "Denkowski & Lavie 2011, Meteor 1.3: Automatic Metric for Reliable Optimization and Evaluation "
    "of Machine Translation Systems, WMT"
)
DENKOWSKI_LAVIE_2014 = (
    "Denkowski & Lavie 2014, Meteor Universal: Language Specific Translation Evaluation for Any "
    "Target Language, WMT"
)
DODDINGTON_2002 = (
    "Doddington 2002, Automatic Evaluation of Machine Translation Quality Using N-gram "
    "Co-Occurrence Statistics, HLT"
)
HIRAO_ET_AL_2014 = (
    "Hirao et al. 2014, Evaluating Translation Quality with Word Order Correlations, "
    "Journal of Natural Language Processing 21"
)
ISOZAKI_ET_AL_2010 = (
    "Isozaki et al. 2010, Automatic Evaluation of Translation Quality for Distant Language Pairs, "
    "EMNLP"
)
LAPATA_2006 = (
    "Lapata 2006, Automatic Evaluation of Information Ordering: Kendall's Tau, "
    "Computational Linguistics 32"
)
LIN_OCH_2004 = (
    "Lin & Och 2004, Automatic Evaluation of Machine Translation Quality Using Longest Common "
    "Subsequence and Skip-Bigram Statistics, ACL"
)
NEUBIG_ET_AL_2012 = (
    "Neubig, Watanabe & Mori 2012, Inducing a Discriminative Parser to Optimize Machine "
    "Translation Reordering, EMNLP"
)
PAPINENI_ET_AL_2002 = (
    "Papineni et al. 2002, BLEU: a Method for Automatic Evaluation of Machine Translation, ACL"
)
POPOVIC_2015 = "Popović 2015, chrF: character n-gram F-score for automatic MT evaluation, WMT"
POPOVIC_2017 = "Popović 2017, chrF++: words helping character n-grams, WMT"
POST_2018 = "Post 2018, A Call for Clarity in Reporting BLEU Scores, WMT"
STANOJEVIC_SIMAAN_2014 = (
    "Stanojević & Sima'an 2014, Evaluating Word Order Recursively over Permutation-Forests, SSST-8"
)
STANOJEVIC_SIMAAN_2016 = (
    "Stanojević & Sima'an 2016, Hierarchical Permutation Complexity for Word Order Evaluation, "
    "COLING"
)
STANCHEV_ET_AL_2019 = (
    "Stanchev, Wang & Ney 2019, EED: Extended Edit Distance Measure for Machine Translation, WMT"
)
TALBOT_ET_AL_2011 = (
    "Talbot et al. 2011, A Lightweight Evaluation Framework for Machine Translation Reordering, WMT"
)
LEUSCH_ET_AL_2003 = (
    "Leusch, Ueffing & Ney 2003, A Novel String-to-String Distance Measure With Applications to "
    "Machine Translation Evaluation, MT Summit IX"
)
LEUSCH_ET_AL_2006 = (
    "Leusch, Ueffing & Ney 2006, CDER: Efficient MT Evaluation Using Block Movements, EACL"
)
MCCAFFERY_NEDERHOF_2016 = (
    "McCaffery & Nederhof 2016, DTED: Evaluation of Machine Translation Structure Using Dependency "
    "Parsing and Tree Edit Distance, WMT"
)
SNOVER_ET_AL_2006 = (
    "Snover et al. 2006, A Study of Translation Edit Rate with Targeted Human Annotation, AMTA"
)
