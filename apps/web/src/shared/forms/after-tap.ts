/** The browser's own click follows the end of a touch by up to this time. */
const CLICK_AFTER_MS = 300

let isTapping = false
let timer = 0
const waiting: (() => void)[] = []

function begin() {
  window.clearTimeout(timer)
  isTapping = true
}

function end() {
  window.clearTimeout(timer)
  isTapping = false
  for (const act of waiting.splice(0)) act()
}

window.addEventListener('pointerdown', begin, true)
// The click has its target by now. A finger that has moved away makes none.
window.addEventListener('click', end, true)
window.addEventListener('pointercancel', end, true)
window.addEventListener('pointerup', () => (timer = window.setTimeout(end, CLICK_AFTER_MS)), true)

/** Runs after the tap that is under way, if any: a button that moves under a finger is not pressed. */
export function afterTap(act: () => void): void {
  if (isTapping) waiting.push(act)
  else act()
}
