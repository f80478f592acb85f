import { calls } from '@qingzhou/contract/calls'
import { referenceShapes } from '@qingzhou/contract/features/reference'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AreaField } from './area-field.tsx'
import { connectNetwork } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'

const parts: Readonly<Record<string, { code: string; name: string; hasParts: boolean }[]>> = {
  '': [
    { code: '330000', name: '浙江省', hasParts: true },
    { code: '440000', name: '广东省', hasParts: true },
  ],
  '330000': [{ code: '330100', name: '杭州市', hasParts: true }],
  '330100': [{ code: '330106', name: '西湖区', hasParts: false }],
  '440000': [{ code: '441900', name: '东莞市', hasParts: false }],
}

function Home() {
  const [area, setArea] = useState({ code: '', names: '' })
  return (
    <>
      <AreaField label="居住地区" names={area.names} onPick={setArea} />
      <output aria-label="编码">{area.code}</output>
    </>
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const code = () => screen.getByLabelText('编码').textContent

describe('the area field', () => {
  beforeAll(async () => {
    const network = await connectNetwork()
    network.answer(calls.reference.areas, referenceShapes.areas, ({ parent = '' }) => ({
      areas: parts[parent] ?? [],
    }))
  })
  afterEach(cleanup)
  afterAll(() => vi.unstubAllGlobals())

  it('selects province, city and district', async () => {
    openScreen(<Home />)
    await press('居住地区 请选择省、市、区县')
    await press('浙江省')
    await press('杭州市')
    await press('西湖区')
    expect(code()).toBe('330106')
    expect(screen.getByText('浙江省 杭州市 西湖区')).toBeTruthy()
  })

  it('ends at a city without districts', async () => {
    openScreen(<Home />)
    await press('居住地区 请选择省、市、区县')
    await press('广东省')
    await press('东莞市')
    expect(code()).toBe('441900')
  })

  it('lets a level be selected again', async () => {
    openScreen(<Home />)
    await press('居住地区 请选择省、市、区县')
    await press('浙江省')
    await press('重选省份')
    await press('广东省')
    await press('东莞市')
    expect(code()).toBe('441900')
  })
})
