import { calls } from '@qingzhou/contract/calls'
import { referenceShapes } from '@qingzhou/contract/features/reference'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { Download1Screen } from './download-page.tsx'

const network = connectNetworkForFile()
afterEach(cleanup)

const answer = (download?: { ios?: string; android?: string }) =>
  network.answer(calls.reference.staticPage, referenceShapes.staticPage, ({ name }) => ({
    name,
    title: '春季下载',
    summary: '一句话',
    updatedOn: '2026-11-17',
    blocks: [],
    download,
  }))

const hrefOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')

it('[2.149] offers the addresses of its campaign by phone system, and the browser', async () => {
  answer({ ios: 'https://store.example/ios', android: '/files/qingzhou.apk' })
  openScreen(<Download1Screen />)
  await screen.findByText('春季下载')
  expect(hrefOf('下载 iPhone 版')).toBe('https://store.example/ios')
  expect(hrefOf('下载安卓版')).toBe('/files/qingzhou.apk')
  expect(hrefOf('不下载，在浏览器中使用')).toBe('#/landChannel')
})

it('offers only the browser without a campaign, and no address that is not https or our own', async () => {
  answer({ ios: 'javascript:alert(1)', android: '//evil.example/x.apk' })
  openScreen(<Download1Screen />)
  await screen.findByText('本页暂不提供下载，所有功能都可在浏览器中办理')
  expect(hrefOf('下载 iPhone 版')).toBeUndefined()
  expect(hrefOf('下载安卓版')).toBeUndefined()
  expect(hrefOf('在浏览器中使用')).toBe('#/landChannel')
})
