from tallyman import count

print(count("abc"))
#     ^^^^^ dep tallyman#count
#     ^^^^^ invoked
# <- nothing
