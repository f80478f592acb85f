import type { TestPerson } from '@qingzhou/provider-api/test-people'
import type { ConsentApp } from '#authorisations.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { page } from './page.ts'

const names: Record<ConsentApp, string> = { wallet: '支付应用', messenger: '消息应用' }

type Consent = {
  readonly app: ConsentApp
  readonly people: readonly TestPerson[]
  /** The openId of whoever is signed in to the app. */
  readonly user: string | undefined
  readonly question: { readonly redirect_uri: string; readonly state: string }
}

/** Who is signed in to the app, and whether they agree. A plain form: it works without script. */
export function consentPage({ app, people, user, question }: Consent): string {
  const title = `沙箱 · ${names[app]}授权`
  const body = html`
    <p class="label">沙箱 · 不是真实的${names[app]}</p>
    <h1>${title}</h1>
    <p class="lead">轻舟 申请获取您在${names[app]}中的身份与手机号，用于登录。</p>
    <form method="post" action="decide">
      <input type="hidden" name="redirect_uri" value="${question.redirect_uri}" />
      <input type="hidden" name="state" value="${question.state}" />
      <fieldset>
        <legend>当前登录${names[app]}的是</legend>
        ${people.map((person) => personChoice(person, { app, user }))}
      </fieldset>
      <div class="actions">
        <button class="agree" name="decision" value="agree">同意授权</button>
        <button class="refuse" name="decision" value="refuse">拒绝</button>
      </div>
    </form>
  `
  return page({ title, body })
}

function personChoice(person: TestPerson, { app, user }: Pick<Consent, 'app' | 'user'>): Html {
  const { openId = '', sharesPhone = false } = person[app] ?? {}
  const shared = sharesPhone ? html`<small>提供手机号 ${person.phone}</small>` : html``
  const checked = openId === user ? html`checked` : html``
  return html`<label>
    <input type="radio" name="openId" value="${openId}" aria-label="${person.name}" ${checked} />
    <span class="who">
      <strong>${person.name}</strong>
      <small>${person.purpose}</small>
      ${shared}
    </span>
  </label>`
}
