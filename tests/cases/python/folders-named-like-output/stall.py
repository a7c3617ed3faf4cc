from build.steps import step as build_step
from target.steps import step as target_step
from vendor import steps as vendored
import env.steps, out.steps


def stall():
    build_step()
    # <- call build.steps#step
    target_step()
    # <- call target.steps#step
    vendored.step()
    #        ^^^^ call vendor.steps#step
    out.steps.step()
    #         ^^^^ call out.steps#step
    return env.steps.step()
    #                ^^^^ call env.steps#step
