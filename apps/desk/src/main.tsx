import '@qingzhou/ui/ui.css'
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

const root = document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
