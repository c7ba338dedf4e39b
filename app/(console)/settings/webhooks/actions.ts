"use server"
import {
  changeWebhookAction,
  createWebhookAction,
  pauseWebhookAction,
  removeWebhookAction,
  resendAction,
  resumeWebhookAction,
  rotateWebhookAction,
  testWebhookAction
} from "@/server/http/webhook-actions"

/** For `useActionState`. */
export const createWebhook = createWebhookAction
export const changeWebhook = changeWebhookAction
export const pauseWebhook = pauseWebhookAction
export const resumeWebhook = resumeWebhookAction
export const removeWebhook = removeWebhookAction
export const rotateWebhook = rotateWebhookAction
export const testWebhook = testWebhookAction
export const resendMessage = resendAction
