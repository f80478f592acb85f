import { describe, expect, it } from 'vitest'

import { readPlaywright, readVitest } from './reports.ts'

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

  it('counts and names tests that passed on the second attempt', () => {
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
      unsteady: ['a.spec.ts › pays'],
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

function read(report: object) {
  return readVitest(JSON.stringify(report), '/here')
}
