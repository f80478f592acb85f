export { Confirm } from './confirm.tsx'
export { leaveOverlays, alignOverlays } from './leave-overlays.ts'
export { Sheet } from './sheet.tsx'
export { endToast, toast, Toaster } from './toast.tsx'
