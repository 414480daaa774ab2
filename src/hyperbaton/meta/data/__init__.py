"""What is evaluated: outputs of systems, and what people said of them.

`evaluation_set` reads references and outputs, `given_files` what lies beside them (links, trees),
`judgement_files` the judgements in any of their formats; a `judged_set` has both. `score_reader`
reads scores by others, `score_files` writes ours.
"""
