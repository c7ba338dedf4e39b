import type { McpTool } from "./tool"
import { cancel } from "./tools/cancel"
import { describe } from "./tools/describe"
import { execute } from "./tools/execute"
import { resume } from "./tools/resume"
import { search } from "./tools/search"
import { skills } from "./tools/skills"
import { wait } from "./tools/wait"

/** In the order in which they are listed, which stays the same: clients cache by it. */
export const mcpTools: ReadonlyArray<McpTool> = [execute, resume, wait, cancel, search, describe, skills]
