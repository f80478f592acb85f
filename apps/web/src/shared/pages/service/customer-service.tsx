import { IconButton } from '@qingzhou/ui/inputs'
import { HeadsetIcon, PhoneIcon } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import './customer-service.css'
import { product } from './product.ts'

/** The contact of the customer service. */
export function ServiceContact({ children = '需要帮助？' }: { children?: string }) {
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

/** A button that opens the customer service. */
export function HelpButton() {
  return (
    <IconButton
      label="联系客服"
      icon={<HeadsetIcon />}
      onPress={() => void go(routes.notices.servicePage, { params: { name: 'service' } })}
    />
  )
}
