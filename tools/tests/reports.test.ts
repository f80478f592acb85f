import { describe, expect, it } from 'vitest'

import { readPlaywright, readVitest, runWithRerun, type FilesReport } from './reports.ts'

describe('readVitest', () => {
  const passing = {
    name: '/here/a.test.ts',
    status: 'passed',
    message: '',
    assertionResults: [{ fullName: 'adds', status: 'passed', failureMessages: [] }],
  }

  it('counts the tests', () => {
    const failing = { fullName: 'adds', status: 'failed', failureMessages: ['2 is not 3'] }
    const name = '/here/b.test.ts'
    const file = { ...passing, name, status: 'failed', assertionResults: [failing, failing] }
    expect(read({ numPassedTests: 7, testResults: [passing, file] })).toEqual({
      passed: 7,
      failed: 2,
      complaint: 'b.test.ts › adds\n2 is not 3\n\nb.test.ts › adds\n2 is not 3',
      failedFiles: ['b.test.ts'],
      passedElsewhere: 1,
    })
  })

  it('counts a file that could not be loaded as one failure', () => {
    const file = { ...passing, status: 'failed', message: 'no such module', assertionResults: [] }
    const report = read({ numPassedTests: 0, testResults: [file] })
    const complaint = 'a.test.ts\nno such module'
    const failedFiles = ['a.test.ts']
    expect(report).toEqual({ passed: 0, failed: 1, complaint, failedFiles, passedElsewhere: 0 })
  })

  it('removes colours and the runner’s own stack frames', () => {
    const message = '\u001B[31mred\u001B[39m\n    at a.ts:1\n    at x (/here/node_modules/y.js:2)'
    const failing = { fullName: 'adds', status: 'failed', failureMessages: [message] }
    const file = { ...passing, status: 'failed', assertionResults: [failing] }
    const { complaint } = read({ numPassedTests: 0, testResults: [file] })
    expect(complaint).toBe('a.test.ts › adds\nred\n    at a.ts:1')
  })
})

describe('readPlaywright', () => {
  it('counts the tests at any depth', () => {
    const tests = [{ status: 'unexpected', results: [{ errors: [{ message: 'not seen' }] }] }]
    const specs = [
      { title: 'signs in', ok: false, tests },
      { title: 'reads', ok: true, tests: [] },
    ]
    const inner = { title: 'a borrower', specs }
    const report = {
      stats: { expected: 3, flaky: 0 },
      errors: [],
      suites: [
        { title: 'a.spec.ts', suites: [inner] },
        {
          title: 'b.spec.ts',
          specs: [{ title: 'pays', ok: true, tests: [{ status: 'expected', results: [] }] }],
        },
      ],
    }
    expect(readPlaywright(JSON.stringify(report))).toEqual({
      passed: 3,
      failed: 1,
      complaint: 'a.spec.ts › a borrower › signs in\nnot seen',
      failedFiles: ['a.spec.ts'],
      passedElsewhere: 1,
    })
  })

  it('counts tests that passed on the second attempt, and names them with their first failure', () => {
    const tests = [{ status: 'flaky', results: [{ errors: [{ message: 'slow' }] }] }]
    const report = {
      stats: { expected: 2, flaky: 1 },
      errors: [],
      suites: [{ title: 'a.spec.ts', specs: [{ title: 'pays', ok: true, tests }] }],
    }
    expect(readPlaywright(JSON.stringify(report))).toEqual({
      passed: 3,
      failed: 0,
      complaint: '',
      failedFiles: [],
      passedElsewhere: 1,
      unsteady: ['a.spec.ts › pays\nslow'],
    })
  })

  it('counts a failure outside any test', () => {
    const report = {
      stats: { expected: 0, flaky: 0 },
      errors: [{ message: 'no product' }],
      suites: [],
    }
    expect(readPlaywright(JSON.stringify(report)).failed).toBe(1)
  })
})

const allPassed: FilesReport = {
  passed: 5,
  failed: 0,
  complaint: '',
  failedFiles: [],
  passedElsewhere: 5,
}
const oneFailed: FilesReport = {
  passed: 4,
  failed: 1,
  complaint: 'a.test.ts › adds\n2 is not 3',
  failedFiles: ['a.test.ts'],
  passedElsewhere: 3,
}
const aloneAgain: FilesReport = { ...allPassed, passed: 2 }
const sentence =
  'Passed only at the second try, which fails this run. Find the cause of the first failure:'

describe('runWithRerun', () => {
  it('lists a file that passes alone at the second try', async () => {
    const { report, runs } = await runInTurn([oneFailed, aloneAgain], 'listed')
    expect(report).toEqual({
      passed: 5,
      failed: 0,
      complaint: '',
      unsteady: ['a.test.ts › adds\n2 is not 3'],
    })
    expect(runs).toEqual([['a.test.ts', 'b.test.ts'], ['a.test.ts']])
  })

  it('fails a file that passes only at the second try where the second try fails the run', async () => {
    const { report } = await runInTurn([oneFailed, aloneAgain], 'fails')
    expect(report).toEqual({
      passed: 4,
      failed: 1,
      complaint: `${sentence}\na.test.ts › adds\n2 is not 3`,
    })
  })

  it('fails a journey that the browser runner repeated where the second try fails the run', async () => {
    const repeated = { ...allPassed, unsteady: ['a.spec.ts › pays\nslow'] }
    const { report, runs } = await runInTurn([repeated], 'fails')
    expect(report).toEqual({
      passed: 4,
      failed: 1,
      complaint: `${sentence}\na.spec.ts › pays\nslow`,
    })
    expect(runs).toHaveLength(1)
  })

  it('reports the first failure of a file that fails twice, beside a repeated journey', async () => {
    const both = { ...oneFailed, unsteady: ['b.spec.ts › pays'] }
    const { report } = await runInTurn([both, oneFailed], 'fails')
    expect(report).toEqual({
      passed: 3,
      failed: 2,
      complaint: `${oneFailed.complaint}\n\n${sentence}\nb.spec.ts › pays`,
    })
  })

  it('does not repeat more than three failed files', async () => {
    const failedFiles = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts']
    const { report, runs } = await runInTurn([{ ...oneFailed, failedFiles }], 'listed')
    expect(report.failed).toBe(1)
    expect(runs).toHaveLength(1)
  })

  it('passes a run without a failure', async () => {
    const { report } = await runInTurn([allPassed], 'fails')
    expect(report).toEqual({ passed: 5, failed: 0, complaint: '' })
  })
})

function read(report: object) {
  return readVitest(JSON.stringify(report), '/here')
}

async function runInTurn(answers: readonly FilesReport[], secondTry: 'listed' | 'fails') {
  const runs: string[][] = []
  const report = await runWithRerun(
    async (chosen) => {
      runs.push(chosen)
      const answer = answers[runs.length - 1]
      if (!answer) throw new Error(`run ${runs.length}: no answer`)
      return answer
    },
    { chosen: ['a.test.ts', 'b.test.ts'], secondTry },
  )
  return { report, runs }
}
