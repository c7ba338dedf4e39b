import { markClass } from "@/app/ui/check-input"
import { roleNames, roleRights } from "@/app/ui/role-words"
import type { Role } from "@/server/domain/principal"

const roles: ReadonlyArray<Role> = ["viewer", "operator", "admin"]

/** The three roles, each with what it adds. */
export const RoleChoices = ({ id, chosen }: { readonly id: string; readonly chosen: Role }) => (
  <fieldset>
    <legend className="mb-1 text-xs font-medium">Role</legend>
    {roles.map((role) => (
      <label key={role} htmlFor={`${id}-${role}`} className="flex min-h-[30px] cursor-pointer items-start gap-[9px] py-[5px] leading-5 max-md:min-h-11">
        <input id={`${id}-${role}`} type="radio" name="role" value={role} defaultChecked={role === chosen} className={`${markClass("radio")} mt-0.5`} />
        <span className="min-w-0">
          <span className="font-medium">{roleNames[role]}</span> <span className="text-text-muted">{roleRights[role]}</span>
        </span>
      </label>
    ))}
  </fieldset>
)
