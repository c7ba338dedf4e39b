"use server"
import { moveRuleAction, removeRuleAction, saveRuleAction } from "@/server/http/rule-actions"

export const saveRule = saveRuleAction
export const removeRule = removeRuleAction
export const moveRule = moveRuleAction
