import { describe, expect, it } from 'vitest'

import { createReport } from './report.ts'

const half = {
  businessDate: '2026-11-16',
  slices: 4,
  slicesDone: 2,
  loans: 40_000,
  entries: 41_000,
  failures: 0,
}

function reportOn(terminal: { isTTY?: boolean }) {
  let clock = 0
  let written = ''
  const report = createReport({ ...terminal, write: (text) => (written += text) }, () => clock)
  return { report, pass: (ms: number) => (clock += ms), written: () => written }
}

describe('the report of an end of day', () => {
  it('estimates the remaining time from the progress', () => {
    const { report, pass, written } = reportOn({})
    pass(3_000)
    report.progress(half)
    expect(written()).toBe(
      `2026-11-16  ${'█'.repeat(15)}${'░'.repeat(15)}  2 of 4 slices, 40,000 loans, about 3.0 s left\n`,
    )
  })

  it('updates one line in a terminal, and writes separate lines elsewhere', () => {
    const { report, written } = reportOn({ isTTY: true })
    report.progress(half)
    report.progress(half)
    expect(written()).not.toContain('\n')
    expect(written().split('\r')).toHaveLength(3)
  })

  it('sums up each day and the whole run', () => {
    const { report, pass, written } = reportOn({})
    pass(2_500)
    report.day({ ...half, failures: 1 })
    report.end({ ...half, failures: 1 })
    expect(written()).toBe(
      '2026-11-16  40,000 loans, 41,000 entries, 1 failure, 2.5 s\n' +
        'The books are on 2026-11-16: 1 day done, 1 failure, 2.5 s\n',
    )
  })
})
