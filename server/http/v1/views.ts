import { Interaction } from "../../domain/interaction"
import { Run, RunSummary } from "../../domain/run"

/** The domain's views under the names that the description of the API refers to. */
export const RunView = Run.annotate({ identifier: "Run" })
export const RunSummaryView = RunSummary.annotate({ identifier: "RunSummary" })
export const InteractionView = Interaction.annotate({ identifier: "Interaction" })
