import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import LandingScreen from '#features/onboarding/landing-screen.tsx'
import { Layout } from './router.tsx'
import { routes } from './routes.ts'

/**
 * The build puts this markup into the page, where it is visible before any script. After a change of
 * the landing screen run this test with `-u`.
 */
it('the markup in the page is what the landing screen renders', async () => {
  const markup = renderToStaticMarkup(
    <Layout path={routes.onboarding.landing.path}>
      <div className="layout-screen">
        <LandingScreen />
      </div>
    </Layout>,
  )
  await expect(`${markup}\n`).toMatchFileSnapshot('../../landing-markup.txt')
})
