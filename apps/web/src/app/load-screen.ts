import type { LoadScreen } from '#platform/screens.ts'

const PAUSE_MS = 400

/** Loads a screen's module; a chunk that did not come is asked for once more. */
export async function loadScreen(load: LoadScreen, pauseMs = PAUSE_MS) {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return load()
  }
}
