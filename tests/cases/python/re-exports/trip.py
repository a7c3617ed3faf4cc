import harbor
import harbor.core
from harbor import RPM, Vessel, motor, sail
from harbor.core import Ship


def go(ship: harbor.Vessel):
#                   ^^^^^^ param harbor.core.hull#Ship
    sail()
    # <- call harbor.core.engine#start
    harbor.sail()
    #      ^^^^ call harbor.core.engine#start
    harbor.core.sail()
    #           ^^^^ call harbor.core.engine#start
    motor.stop()
    #     ^^^^ call harbor.core.engine#stop
    # <- nothing
    harbor.motor.stop()
    #            ^^^^ call harbor.core.engine#stop
    #      ^^^^^ nothing
    print(RPM, harbor.RPM)
    #     ^^^ var harbor.core.engine#RPM
    #                 ^^^ var harbor.core.engine#RPM
    return Vessel("a").dock(), Ship("b").dock(), ship.dock()
    #      ^^^^^^ type harbor.core.hull#Ship
    #      ^^^^^^ method harbor.core.hull#Ship.__init__
    #                  ^^^^ method harbor.core.hull#Ship.dock
    #                          ^^^^ type harbor.core.hull#Ship
    #                                    ^^^^ method harbor.core.hull#Ship.dock
    #                                                 ^^^^ method harbor.core.hull#Ship.dock


class Tug(harbor.Vessel):
#                ^^^^^^ embed harbor.core.hull#Ship
    def pull(self):
        return super().dock()
        #              ^^^^ method harbor.core.hull#Ship.dock
