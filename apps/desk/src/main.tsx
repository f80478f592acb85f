import '@qingzhou/ui/ui.css'
import { PartnerMark } from '@qingzhou/ui/graphics'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './desk.css'
import './people/people.css'
import './phone/phone.css'
import './messenger/bridge-sheet.css'
import './inbox/inbox.css'
import './links/links.css'
import './camera/camera.css'
import './books/books.css'
import './mall/mall.css'
import './tour/tour.css'
import { App } from './app.tsx'
import { partnerMark } from './brand.ts'

const root = document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <PartnerMark value={partnerMark}>
        <App />
      </PartnerMark>
    </StrictMode>,
  )
}
