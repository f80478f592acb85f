export { Confirm } from './confirm.tsx'
export { LoadingOverlay } from './loading-overlay.tsx'
export { Sheet } from './sheet.tsx'
export { toast, Toaster } from './toast.tsx'
