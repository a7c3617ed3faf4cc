import gorge
import gorge.river.delta
from gorge import river
from gorge.river.delta import _clay

gorge.visit()
#     ^^^^^ dep gorge#visit
# <- nothing
gorge.river.delta.silt()
#                 ^^^^ dep gorge.river.delta#silt
#     ^^^^^ nothing
#           ^^^^^ nothing
river.delta.silt()
#           ^^^^ dep gorge.river.delta#silt
#     ^^^^^ nothing
river.mud(_clay())
#     ^^^ dep gorge.river.delta#silt
#         ^^^^^ dep gorge.river.delta#_clay
