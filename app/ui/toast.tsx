"use client"
import { createContext, type ReactNode, useCallback, useContext, useState } from "react"
import { useOverlays } from "./overlays"
import type { ShownToast, Toast } from "./toast-words"

const ToastContext = createContext<(toast: Toast) => void>(() => {})

/** Says what came of something the person did: 5 s, errors stay. Never for a pending question. */
export const useToast = (): ((toast: Toast) => void) => useContext(ToastContext)

export const ToastProvider = ({ children }: { readonly children: ReactNode }) => {
  const [shown, setShown] = useState<ReadonlyArray<ShownToast>>([])
  const show = useCallback((toast: Toast) => {
    setShown((before) => [...before.slice(-3), { ...toast, id: (before.at(-1)?.id ?? 0) + 1 }])
  }, [])
  const overlays = useOverlays(shown.length > 0)
  return (
    <ToastContext value={show}>
      {children}
      {overlays && <overlays.ToastBody shown={shown} onDrop={(id) => setShown((before) => before.filter((toast) => toast.id !== id))} />}
    </ToastContext>
  )
}
