import { freshPostgres } from "../fixtures/fresh-postgres"
import { httpApiContract } from "./http-api.contract"

httpApiContract("PostgreSQL", freshPostgres)
