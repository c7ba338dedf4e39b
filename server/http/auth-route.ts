import { answerAuth } from "./answer-auth"
import { respond } from "./respond"

/** Answers `/api/auth`. */
export const handleAuth = (request: Request): Promise<Response> => respond(request, answerAuth(request))
