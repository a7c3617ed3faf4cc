import quarry

project = quarry.__name__
# <- def VAR docs.conf#project
release = quarry.dig()
#                ^^^ dep quarry#dig
