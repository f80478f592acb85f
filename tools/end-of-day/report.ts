/** Progress of a run, read from the books. */
type Progress = {
  readonly businessDate: string
  readonly slices: number
  readonly slicesDone: number
  readonly loans: number
  readonly entries: number
  readonly failures: number
}

type Terminal = { readonly isTTY?: boolean; write(text: string): unknown }

export type Report = {
  readonly progress: (progress: Progress) => void
  readonly day: (progress: Progress) => void
  readonly end: (progress: Progress) => void
}

const BAR_WIDTH = 30
const CLEAR_LINE = '\r\u001b[2K'

/** Shows the progress of a run: a progress bar in a terminal, plain lines elsewhere. */
export function createReport(
  terminal: Terminal,
  clock: () => number = () => performance.now(),
): Report {
  const started = clock()
  let dayStarted = started
  let days = 0
  return {
    progress(progress) {
      const line = progressLine(progress, clock() - dayStarted)
      terminal.write(terminal.isTTY ? `${CLEAR_LINE}${line}` : `${line}\n`)
    },
    day(progress) {
      const seconds = secondsText(clock() - dayStarted)
      const line = `${progress.businessDate}  ${figures(progress)}, ${seconds}`
      terminal.write(`${terminal.isTTY ? CLEAR_LINE : ''}${line}\n`)
      dayStarted = clock()
      days += 1
    },
    end(progress) {
      const what = days === 0 ? 'nothing to do' : `${days} ${days === 1 ? 'day' : 'days'} done`
      const seconds = secondsText(clock() - started)
      terminal.write(
        `The books are on ${progress.businessDate}: ${what}, ${countText(progress.failures, 'failure')}, ${seconds}\n`,
      )
    },
  }
}

function progressLine(progress: Progress, elapsedMs: number): string {
  const { businessDate, slices, slicesDone, loans } = progress
  const filled = Math.round((BAR_WIDTH * slicesDone) / Math.max(1, slices))
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`
  const leftMs = (elapsedMs / Math.max(1, slicesDone)) * (slices - slicesDone)
  return `${businessDate}  ${bar}  ${slicesDone} of ${slices} slices, ${countText(loans, 'loan')}, about ${secondsText(leftMs)} left`
}

function figures({ loans, entries, failures }: Progress): string {
  return `${countText(loans, 'loan')}, ${entries.toLocaleString('en')} entries, ${countText(failures, 'failure')}`
}

function countText(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
