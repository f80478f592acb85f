import { expect, it } from 'vitest'
import { newIdentifiedApplicant } from '#features/identity/testing/applicant.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile({ IDENTITY: 'aliyun', ALIYUN_FACE_SCENE: '1000000006' })

/** The person passes on the page of the service. */
async function pass(url: string): Promise<string | null> {
  const { host, protocol, searchParams } = new URL(url)
  const response = await fetch(`${product.sandbox.url}/wallet/face-decide`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) },
    body: new URLSearchParams({ ticket: searchParams.get('ticket') ?? '', decision: 'pass' }),
  })
  return response.headers.get('location')
}

it(
  'a face check on the page of Aliyun is one check however often it is started, and passes',
  { timeout: 60_000 },
  async () => {
    const { client } = await newIdentifiedApplicant(product)
    client.common['channel'] = '000000000003'
    const { identity, credit } = client.api
    const { faceSessionNo } = await identity.openFaceSession({ purpose: 'credit' })
    await setFault(product, { provider: 'face', down: true })
    await expect(identity.faceStartParams({ faceSessionNo })).rejects.toThrow()
    await setFault(product, { provider: 'face', down: false })

    const { url } = await identity.faceStartParams({ faceSessionNo })
    expect(await identity.faceStartParams({ faceSessionNo })).toEqual({ url })
    expect(await identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'pending' })
    expect(await pass(url)).toContain(`/#/apply/faceSuc?faceSessionNo=${faceSessionNo}`)
    expect(await identity.faceResult({ faceSessionNo })).toEqual({ outcome: 'passed' })
    expect((await credit.currentStep({})).step).toBe('bindCardForCredit')
  },
)
