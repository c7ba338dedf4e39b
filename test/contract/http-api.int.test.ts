import { httpApiContract } from "./http-api.contract"

httpApiContract("SQLite", () => Promise.resolve(undefined))
