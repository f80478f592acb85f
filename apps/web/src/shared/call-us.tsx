import { PhoneIcon } from '@qingzhou/ui/icons'
import { product } from './product.ts'
import './call-us.css'

/** Whom to ask, when a page cannot help any further. */
export function CallUs({ children = '需要帮助？' }: { children?: string }) {
  return (
    <div className="call-us">
      <p>{children}</p>
      <p className="row row-centre tabular">
        <a href={`tel:${product.servicePhone}`}>
          <PhoneIcon size={18} />
          {product.servicePhone}
        </a>
        <span className="ink-3">{product.serviceHours}</span>
      </p>
    </div>
  )
}
