import { Layer } from "effect"
import { Auth } from "./auth"
import { SignInLimit } from "./sign-in-limit"

/** Everything that knows callers. */
export const accessLayer = Layer.merge(Auth.layer, SignInLimit.layer)
