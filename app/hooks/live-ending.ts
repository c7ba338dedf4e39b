/** Why no retry of the live feed helps: nobody is signed in, or somebody else than the page was made for. */
export type Ending = "signed-out" | "another-account"
