import { Button, ButtonLink, ButtonPair, IconButton } from '#inputs/button.tsx'
import { HeadsetIcon, RefreshIcon } from '#graphics/icons.tsx'
import { Story } from './story.tsx'

const twoSeconds = async () => new Promise((resolve) => setTimeout(resolve, 2000))

export function ButtonStories() {
  return (
    <>
      <Story name="主按钮：点一下会忙两秒">
        <Button onPress={twoSeconds} busyLabel="正在提交…">
          确认借款 5,000.00 元
        </Button>
      </Story>
      <Story name="获得焦点">
        <div className="gallery-focus">
          <Button>确认借款 5,000.00 元</Button>
        </div>
      </Story>
      <Story name="忙">
        <Button busy busyLabel="正在提交…">
          提交
        </Button>
      </Story>
      <Story name="不可按，说明原因">
        <Button unavailable="请先勾选协议">同意并继续</Button>
      </Story>
      <Story name="一对：次要与拒绝">
        <ButtonPair>
          <Button kind="quiet">看账单</Button>
          <Button kind="refuse">拒绝并写明原因</Button>
        </ButtonPair>
      </Story>
      <Story name="一对，其中一个忙">
        <ButtonPair>
          <Button kind="quiet">再想想</Button>
          <Button busy>通过 3 张凭证</Button>
        </ButtonPair>
      </Story>
      <Story name="文字、图标、链接">
        <div className="row row-between">
          <Button kind="text" icon={<RefreshIcon size={18} />}>
            换一张
          </Button>
          <ButtonLink href="#gallery" kind="text">
            看账单
          </ButtonLink>
          <Button kind="quiet" fit>
            还这一期
          </Button>
          <IconButton label="联系客服" icon={<HeadsetIcon />} onPress={() => undefined} />
        </div>
      </Story>
      <Story name="深色底上">
        <div className="gallery-deep">
          <Button kind="on-deep">去借款</Button>
        </div>
      </Story>
      <Story name="很长的文字">
        <Button>我已阅读并理解上述内容，同意从江海银行（6217）自动扣款 1,079.71 元</Button>
      </Story>
    </>
  )
}
