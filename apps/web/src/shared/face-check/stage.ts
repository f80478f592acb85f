import type { CameraTrouble } from './camera.ts'
import type { Progress } from './take-frames.ts'

/** The stage of a face check, as shown to the user. */
export type Stage =
  | { readonly name: 'intro' }
  | { readonly name: 'asking' }
  | { readonly name: 'noCamera'; readonly trouble: CameraTrouble }
  | { readonly name: 'loading'; readonly share: number }
  | { readonly name: 'watching'; readonly progress: Progress }
  | { readonly name: 'counting'; readonly progress: Progress; readonly seconds: number }
  | { readonly name: 'sending' }
  | { readonly name: 'paused' }
  | { readonly name: 'unsent'; readonly message: string }
  | { readonly name: 'refused'; readonly message: string; readonly mayRetry: boolean }
