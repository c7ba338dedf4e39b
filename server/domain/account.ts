import { Schema } from "effect"
import { Role } from "./principal"

/** What an account needs, wherever one is made: the setup form, the environment, an invitation. */
export const passwordCharacters = { least: 8, most: 128 } as const

/** No wider than what signing in accepts, or there would be accounts that cannot sign in. */
export const EmailAddress = Schema.String.check(
  Schema.isPattern(/^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/, {
    message: "Enter an e-mail address, such as ada@example.com."
  }),
  Schema.isMaxLength(254, { message: "The e-mail address is too long." })
)

export const Password = Schema.String.check(
  Schema.isMinLength(passwordCharacters.least, { message: `Use at least ${passwordCharacters.least} characters.` }),
  Schema.isMaxLength(passwordCharacters.most, { message: `Use at most ${passwordCharacters.most} characters.` })
)

export const PersonName = Schema.Trim.check(
  Schema.isMinLength(1, { message: "Enter your name." }),
  Schema.isMaxLength(100, { message: "Use at most 100 characters." })
)

/** The setup form: the first account of an installation, its admin. */
export const FirstAdminInput = Schema.Struct({ name: PersonName, email: EmailAddress, password: Password })
export type FirstAdminInput = typeof FirstAdminInput.Type

/** An admin's invitation: for whom, and as what. */
export const NewInvitation = Schema.Struct({ email: EmailAddress, role: Role })
export type NewInvitation = typeof NewInvitation.Type

/** What whoever was invited adds, to make the account. */
export const InvitedAccount = Schema.Struct({ name: PersonName, password: Password })
export type InvitedAccount = typeof InvitedAccount.Type

/** A member's new role. */
export const RoleChange = Schema.Struct({ userId: Schema.NonEmptyString, role: Role })
export type RoleChange = typeof RoleChange.Type

/** The names say what they are: a form that failed is filled in again, but for what is called a password. */
export const PasswordChange = Schema.Struct({ currentPassword: Schema.String, newPassword: Password })
export type PasswordChange = typeof PasswordChange.Type
