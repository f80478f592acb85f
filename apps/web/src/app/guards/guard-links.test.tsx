import { codes } from '@qingzhou/contract/codes'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { readCookie } from '#platform/browser/cookies.ts'
import { read } from '#platform/browser/storage.ts'
import { bindFlowBranch } from '#platform/navigation/flow-branch.ts'
import { openWantedInLink } from '#platform/navigation/wanted-page.ts'
import { storeToken } from '#platform/session/session.ts'
import type { Reply } from '#platform/testing/contract-server.ts'
import { stepPaths } from './guard.ts'
import { routes } from '../routes.ts'
import { address, guardedApp, toHash } from '../testing/guarded-app.tsx'

const { landing, register } = routes.onboarding
const { refused } = routes.credit

const app = guardedApp()
const { open } = app

describe('a link', () => {
  it('[2.022] copies the query pairs of each address into cookies', async () => {
    await open(toHash(`${landing.path}?gdCode=G1`))
    await waitFor(() => expect(readCookie('gdCode')).toBe('G1'))
    await act(() => app.router?.navigate(`${register.path}?gdCode=G2&top=1`))
    expect([readCookie('gdCode'), readCookie('top')]).toEqual(['G2', '1'])
  })

  it('ignores a return address that is the sign-in page itself', async () => {
    storeToken('session')
    await open(toHash(`${landing.path}?to=${encodeURIComponent(`${landing.path}?x=1`)}`))
    await act(() => openWantedInLink())
    await screen.findByRole('heading', { name: `screen ${stepPaths.limit}` })
  })
})

describe('the branch of a link and the text of a refusal', () => {
  beforeEach(() => storeToken('session'))

  it('shows the review to everybody the server has under review, whatever the link claims', async () => {
    app.step = { fields: { pageId: 'SX10' } }
    await open(`/?flowBranch=1#${stepPaths.limit}`)
    expect(read('flowBranch')).toBe('1')
    expect(address()).toBe(stepPaths.underReview)
    await act(() => app.router?.navigate(stepPaths.limit))
    expect(address()).toBe(stepPaths.underReview)
  })

  const ends: [string, () => Reply][] = [
    ['a limit', () => ({ fields: { pageId: 'ED10' } })],
    ['a rejection', () => ({ fields: { pageId: 'SX11', controlMessage: '三个月后再试' } })],
    ['a refusal', () => ({ refusal: { code: codes.refused, message: '原因' } })],
    ['a risk refusal', () => ({ refusal: { code: codes.riskRefused, message: '原因' } })],
  ]
  it.each(ends)(
    '[2.019, 7.060] forgets the branch of a link when its application ends with %s',
    async (_, end) => {
      app.step = { fields: { pageId: 'SX10' } }
      await open(`/?flowBranch=1#${stepPaths.underReview}`)
      bindFlowBranch('apply-1')
      await act(() => app.router?.navigate('/documents'))
      expect([read('flowBranch'), readCookie('flowBranch')]).toEqual(['1', '1'])
      app.step = end()
      await act(() => app.router?.navigate(stepPaths.identity))
      // The layout copies the pairs of the address again.
      await act(() => app.router?.navigate('/documents'))
      expect([read('flowBranch'), readCookie('flowBranch')]).toEqual([undefined, undefined])
      expect(window.location.search).toBe('')
    },
  )

  it('keeps the branch of a new invitation until an application was opened with it', async () => {
    await open(`/?flowBranch=1#${stepPaths.limit}`)
    expect(read('flowBranch')).toBe('1')
  })

  it('[8.032] shows the reason of a refusal', async () => {
    app.step = { refusal: { code: codes.refused, message: '暂不向在校学生提供借款' } }
    await open(toHash(stepPaths.limit))
    expect(address()).toBe(refused.path)
    expect(read('refuseMsg')).toBe('暂不向在校学生提供借款')
  })
})
