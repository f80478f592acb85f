import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { WaitingDrawing } from '@qingzhou/ui/graphics'
import { Result, SkeletonLines } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { clientIp } from '#platform/api/common-fields.ts'
import { addressWithQuery, back, go } from '#platform/navigation/navigation.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { product } from '#shared/pages/service/product.ts'
import { productNo } from '#shared/pages/product-no.ts'
import { QrCode } from '#shared/pages/qr-code.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { Sentences } from '#shared/pages/phrases.tsx'

export default function OpenMiniProgramScreen() {
  const link = useQuery(miniProgramQuery())

  return (
    <Screen title={routes.onboarding.openMiniProgram.title} onBack={back}>
      <QueryState
        query={link}
        skeleton={<SkeletonLines count={5} label="正在准备小程序" />}
        errorTitle="小程序暂时打不开"
      >
        {({ urlScheme, page }) => <Opening target={page ?? urlScheme} />}
      </QueryState>
    </Screen>
  )
}

function Opening({ target }: { target: string }) {
  const { isTakingLong, open } = useOpening(target)

  return (
    <Result
      drawing={<WaitingDrawing />}
      title={isTakingLong ? '没有自动打开？' : '正在打开小程序'}
      sentence={<Sentences of={isTakingLong ? stayed : leaving} />}
      alive={isTakingLong ? undefined : '通常 1 秒内打开'}
      actions={
        <>
          <Button onPress={open}>打开小程序</Button>
          {isTakingLong && (
            <Button kind="quiet" onPress={async () => go(routes.downloads.downloadAfterFailure)}>
              改为下载应用
            </Button>
          )}
        </>
      }
    >
      {isTakingLong && (
        <section className="card">
          <p className="small ink-2 centre">用另一台手机的相机或浏览器扫码打开</p>
          <div className="row row-centre">
            <QrCode text={ownAddress()} label="小程序二维码" />
          </div>
        </section>
      )}
    </Result>
  )
}

const leaving = [`将离开浏览器，前往${product.messenger}。`]

const stayed = ['浏览器可能拦下了跳转，', '请点按钮，或换一种方式。']

/** Query of the address that opens the mini program. */
function miniProgramQuery() {
  const prodSubNo = productNo()
  return queryOptions({
    queryKey: ['mini-program', prodSubNo],
    queryFn: async ({ signal }) => {
      const ip = await clientIp()
      const from = ip === null ? {} : { ip }
      return onboarding.miniProgramLink({ prodSubNo, ...from }, { signal, quiet: true })
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

/** A phone that opens the app hides this page within this time. */
const OPEN_TIMEOUT_MS = 2500

/** The only allowed targets: a wrong answer must not redirect elsewhere. */
const MESSENGER_SCHEME = /^weixin[a-z-]*:\/\//
const OWN_PAGE = /^\/(?![/\\])/

/** This page on our own address: every camera opens it, and it then leads to the scheme. */
function ownAddress(): string {
  const query = { prodSubNo: productNo() }
  const path = addressWithQuery(routes.onboarding.openMiniProgram.path, query)
  return `${window.location.origin}/#${path}`
}

/** Opens the app's address and detects when the phone did not follow. A page waits for a tap. */
function useOpening(target: string) {
  const [isTakingLong, setTakingLong] = useState(false)

  useEffect(() => {
    if (MESSENGER_SCHEME.test(target)) open(target)
    const timer = setTimeout(
      () => setTakingLong(document.visibilityState === 'visible'),
      OPEN_TIMEOUT_MS,
    )
    return () => clearTimeout(timer)
  }, [target])

  return { isTakingLong, open: () => open(target) }
}

function open(target: string) {
  if (MESSENGER_SCHEME.test(target) || OWN_PAGE.test(target)) window.location.assign(target)
}
