import type { Role } from "@/server/domain/principal"

export const roleNames: Readonly<Record<Role, string>> = { viewer: "Viewer", operator: "Operator", admin: "Admin" }

/** What a role may do, beside the one before it. */
export const roleRights: Readonly<Record<Role, string>> = {
  viewer: "reads everything but tokens and the audit log",
  operator: "also submits, reruns and cancels programs, and decides",
  admin: "also manages tools, rules, members and tokens"
}
