import { Effect, Layer } from "effect"
import { Auth } from "./auth"
import { createAdminOfEnvironment } from "./first-admin"
import { SignInLimit } from "./sign-in-limit"
import { StrangerLimit } from "./stranger-limit"
import { firstTeam } from "./team"
import { TokenLimit } from "./token-limit"

/** Everything that knows callers. */
export const accountsLayer = Layer.mergeAll(Auth.layer, SignInLimit.layer, StrangerLimit.layer, TokenLimit.layer)

/** The same, with the first team and the admin of the environment in place before anybody calls. */
export const accessLayer = Layer.effectDiscard(Effect.andThen(firstTeam, createAdminOfEnvironment)).pipe(Layer.provideMerge(accountsLayer))
