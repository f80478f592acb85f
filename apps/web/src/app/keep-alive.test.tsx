import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { createMemoryRouter, RouterProvider, useLocation, useOutlet, useParams } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KeepAlive } from './keep-alive.tsx'

let effects: string[] = []
let renders: string[] = []

beforeEach(() => {
  effects = []
  renders = []
})

afterEach(cleanup)

function Form() {
  const { pathname, search } = useLocation()
  const { bank } = useParams()
  renders.push(pathname + search)
  useEffect(() => {
    effects.push('form shown')
    return () => void effects.push('form hidden')
  }, [])
  return (
    <>
      <p>at {pathname + search}</p>
      <p>bank {bank}</p>
      <input aria-label="卡号" />
    </>
  )
}

function Plain() {
  const { pathname } = useLocation()
  return <input aria-label={`plain ${pathname}`} />
}

function Frame() {
  const { pathname } = useLocation()
  return (
    <KeepAlive shown={{ key: pathname, keepAlive: pathname.startsWith('/form') }}>
      {useOutlet()}
    </KeepAlive>
  )
}

function open(...addresses: string[]) {
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          { path: '/form/:bank', element: <Form /> },
          { path: '/plain', element: <Plain /> },
          { path: '/other', element: <Plain /> },
        ],
      },
    ],
    { initialEntries: addresses },
  )
  render(<RouterProvider router={router} />)
  return router
}

const shownForm = () => screen.queryByRole('textbox', { name: '卡号' })

describe('a screen that is kept alive', () => {
  it('keeps the typed input', async () => {
    const router = open('/form/icbc')
    await userEvent.type(screen.getByLabelText('卡号'), '6222')
    await router.navigate('/plain')
    await screen.findByLabelText('plain /plain')
    expect(shownForm()).toBeNull()

    await router.navigate(-1)
    await router.navigate('/form/icbc')
    expect(await screen.findByRole('textbox', { name: '卡号' })).toHaveProperty('value', '6222')
    expect(screen.queryByLabelText('plain /plain')).toBeNull()
  })

  it('pauses its effects while it is hidden', async () => {
    const router = open('/form/icbc')
    await screen.findByLabelText('卡号')
    await router.navigate('/plain')
    await screen.findByLabelText('plain /plain')
    expect(effects).toEqual(['form shown', 'form hidden'])
    await router.navigate('/form/icbc')
    await screen.findByRole('textbox', { name: '卡号' })
    expect(effects).toEqual(['form shown', 'form hidden', 'form shown'])
  })

  it('keeps its own address while another screen is open', async () => {
    const router = open('/form/icbc?from=loan')
    await screen.findByText('at /form/icbc?from=loan')
    await router.navigate('/plain?x=1')
    await screen.findByLabelText('plain /plain')
    await router.navigate('/other')
    await screen.findByLabelText('plain /other')
    expect(new Set(renders)).toEqual(new Set(['/form/icbc?from=loan']))
    expect(screen.getByText('bank icbc')).toBeDefined()
  })

  it('receives the new address when it is opened again', async () => {
    const router = open('/form/icbc?from=loan')
    await userEvent.type(screen.getByLabelText('卡号'), '6222')
    await router.navigate('/plain')
    await router.navigate('/form/icbc?from=bankList')
    await screen.findByText('at /form/icbc?from=bankList')
    expect(screen.getByLabelText('卡号')).toHaveProperty('value', '6222')
  })

  it('is separate from other screens of the same kind', async () => {
    const router = open('/form/icbc')
    await userEvent.type(screen.getByLabelText('卡号'), '1')
    await router.navigate('/form/abc')
    await screen.findByText('at /form/abc')
    expect(shownForm()).toHaveProperty('value', '')
  })
})

describe('any other screen', () => {
  it('starts with empty state', async () => {
    const router = open('/plain')
    await userEvent.type(screen.getByLabelText('plain /plain'), 'x')
    await router.navigate('/other')
    await screen.findByLabelText('plain /other')
    await router.navigate('/plain')
    expect(await screen.findByLabelText('plain /plain')).toHaveProperty('value', '')
  })
})
