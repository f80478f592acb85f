const REDRAW_EVERY_MS = 1_000
const CLEAR_LINE = '\r\u001B[K'

/** Tells the user what a start is doing. */
export type Progress = {
  /** Prints a line of its own. */
  readonly say: (line: string) => void
  /** Shows the step while the work runs. */
  readonly during: <Result>(step: string, work: () => Promise<Result>) => Promise<Result>
  readonly end: () => void
}

type Output = {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/**
 * In a terminal one line names the running steps and is redrawn in place; in a file or a pipe each
 * step is a line, without control codes.
 */
export function createProgress(output: Output): Progress {
  return output.isTTY ? inTerminal(output) : inLog(output)
}

function inLog(output: Output): Progress {
  const say = (line: string) => void output.write(`${line}\n`)
  return {
    say,
    async during(step, work) {
      say(`${step.charAt(0).toUpperCase()}${step.slice(1)} …`)
      return work()
    },
    end: () => {},
  }
}

function inTerminal(output: Output): Progress {
  const started = performance.now()
  const steps = new Set<string>()
  const draw = () => {
    if (steps.size === 0) {
      output.write(CLEAR_LINE)
      return
    }
    const seconds = Math.round((performance.now() - started) / 1000)
    const line = `${seconds} s: ${[...steps].join(', ')} …`
    // A longer line would wrap, and only its last row could be redrawn.
    output.write(`${CLEAR_LINE}${line.slice(0, (output.columns ?? 80) - 1)}`)
  }
  const clock = setInterval(draw, REDRAW_EVERY_MS)
  clock.unref()
  return {
    say(line) {
      output.write(`${CLEAR_LINE}${line}\n`)
      draw()
    },
    async during(step, work) {
      steps.add(step)
      draw()
      try {
        return await work()
      } finally {
        steps.delete(step)
        draw()
      }
    },
    end() {
      clearInterval(clock)
      output.write(CLEAR_LINE)
    },
  }
}
