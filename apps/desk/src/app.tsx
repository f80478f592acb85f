import { Suspense, lazy, useSyncExternalStore } from 'react'
import { Toaster } from '@qingzhou/ui/overlays'
import { Desk } from './desk.tsx'
import { Header } from './header.tsx'
import { useTour } from './tour/use-tour.ts'

const Gallery = lazy(async () => ({
  default: (await import('@qingzhou/ui/gallery')).Gallery,
}))

/** Two pages: the desk, and at #gallery every component in every state. */
export function App() {
  const tour = useTour()
  const isGallery = useSyncExternalStore(onHashChange, () => location.hash === '#gallery')
  if (isGallery) {
    return (
      <>
        <Header page="gallery" />
        <Suspense fallback={<p className="desk-wait">正在打开组件一览…</p>}>
          <Gallery />
        </Suspense>
      </>
    )
  }
  return (
    <div className="desk">
      <Header page="desk" tour={tour} />
      <Desk tour={tour} />
      <Toaster />
    </div>
  )
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
