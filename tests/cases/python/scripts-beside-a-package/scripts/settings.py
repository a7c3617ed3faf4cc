DEPTH = 2
# <- def VAR scripts.settings#DEPTH
