import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useConsole } from '../hooks/use-console.ts';
import { useList } from '../hooks/use-list.ts';
import { useRead } from '../hooks/use-read.ts';
import { type Values, valuesOf } from '../state/fields.ts';
import { common } from '../texts/common.ts';
import { AuditLink } from './audit-link.tsx';
import { ConfirmButton } from './confirm.tsx';
import { EditForm } from './edit-form.tsx';
import { Form } from './form.tsx';
import { ScreenLink } from './link.tsx';
import { ListView } from './list-view.tsx';
import { PageLayout, Panel, Reading } from './page-layout.tsx';
import type { PageProps } from './page-props.ts';
import type { Create, Created, Given, NewProps, Opened, Resource, Thing } from './resource.ts';
import type { Column } from './table.tsx';

interface ResourcePageProps<T extends Thing, N> extends PageProps {
  readonly resource: Resource<T, N>;
}

interface Props<T extends Thing, N> extends ResourcePageProps<T, N>, Given {}

/** The page of a kind of thing: the list of all, one of them with its form, or the form of a new one. */
export function ResourcePage<T extends Thing, N = undefined>(own: ResourcePageProps<T, N>) {
  const props = { ...own, ...useConsole() };
  const { itemId } = props.screen;
  const [begun, setBegun] = useState<Values>();
  const isNew = itemId === 'new';
  useEffect(() => {
    if (!isNew) setBegun(undefined);
  }, [isNew]);
  if (isNew) return <NewResource {...props} begun={begun} />;
  if (itemId !== undefined) return <ResourceItem key={itemId} {...props} id={itemId} />;
  const begin = (example: Values) => {
    setBegun(example);
    props.change({ itemId: 'new' });
  };
  return <ResourceList {...props} onBegin={begin} />;
}

interface ExamplesProps {
  /** The values of a form, by the names of the examples. */
  readonly examples: Readonly<Record<string, Values>> | undefined;
  readonly onChoose: (example: Values) => void;
}

/** What a person may begin with. */
export function Examples({ examples = {}, onChoose }: ExamplesProps) {
  const named = Object.entries(examples);
  if (named.length === 0) return null;
  return (
    <div class="buttons examples">
      <span class="muted">{common.beginWith}</span>
      {named.map(([name, example]) => (
        <button key={name} type="button" onClick={() => onChoose(example)}>
          {name}
        </button>
      ))}
    </div>
  );
}

/** Reads what the forms need besides; `undefined` at once for a resource that needs nothing. */
function useNeeded<T extends Thing, N>({ resource, ...props }: Props<T, N>, areNeeded = true) {
  const { guard, tenantId } = props;
  return useRead(
    async (signal) => ({
      needed: (areNeeded ? await resource.readNeeded?.(props, signal) : undefined) as N,
    }),
    [guard, tenantId, areNeeded],
  );
}

const MINUTE_MS = 60_000;

interface ListProps<T extends Thing, N> extends Props<T, N> {
  readonly onBegin: (example: Values) => void;
}

function ResourceList<T extends Thing, N>(all: ListProps<T, N>) {
  const { resource, onBegin, ...props } = all;
  const { guard, now, tenantId, title } = props;
  const { texts, nameOf, searched, limit = 100 } = resource;
  const [query, setQuery] = useState<Readonly<Record<string, string | undefined>>>({});
  const list = useList(
    (signal) => resource.api(guard).list({ limit, tenant_id: tenantId, ...query }, { signal }),
    [guard, tenantId, query],
  );
  const isFiltered = Object.values(query).some(Boolean);
  const mayCreate = resource.mayCreate?.(props) !== false;
  /** Whether there is none yet: then the list says how to begin. */
  const isStart = mayCreate && !isFiltered && list.items?.length === 0 && !list.hasMore;
  const isNeeded = resource.isNeededInList === true || (isStart && resource.examples !== undefined);
  const needed = useNeeded(all, isNeeded).value?.needed;
  const { again } = list;
  const view = resource.view === undefined ? {} : { view: resource.view };
  // Columns that change each second would draw the whole table again.
  const minute = Math.floor(now / MINUTE_MS);
  const columns = useMemo<readonly Column<T>[]>(
    () => [
      {
        title: resource.nameTitle ?? common.name,
        cell: (item) => <ScreenLink to={{ ...view, itemId: item.id }}>{nameOf(item)}</ScreenLink>,
      },
      ...resource.columns({ ...props, needed, again }),
    ],
    [guard, needed, again, minute],
  );
  const create = (
    <ScreenLink class="button primary" to={{ ...view, itemId: 'new' }}>
      {texts.create}
    </ScreenLink>
  );
  return (
    <PageLayout
      title={title}
      actions={
        mayCreate && (
          <>
            {resource.listActions?.(props)}
            {!isStart && create}
          </>
        )
      }
    >
      {texts.about && <p class="explanation">{texts.about}</p>}
      {resource.above?.(props, needed)}
      <ListView
        caption={title}
        list={list}
        columns={columns}
        {...(searched !== false &&
          !isStart && { searched: (item: T) => `${nameOf(item)} ${searched?.(item) ?? ''}` })}
        empty={
          isStart ? (
            <>
              <p>{texts.none}</p>
              <p>{create}</p>
              <Examples examples={needed && resource.examples?.(needed)} onChoose={onBegin} />
            </>
          ) : (
            texts.none
          )
        }
      >
        {resource.filters?.(props).map(({ name, label, all, options }) => (
          <select
            key={name}
            aria-label={label}
            onChange={({ currentTarget: { value } }) => setQuery({ ...query, [name]: value || undefined })}
          >
            <option value="">{all}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        ))}
      </ListView>
    </PageLayout>
  );
}

const BackLink = ({ title }: Pick<PageProps, 'title'>) => (
  <ScreenLink to={{ itemId: undefined }}>{title}</ScreenLink>
);

interface BegunProps<T extends Thing, N> extends Props<T, N> {
  /** The example with which the form begins. */
  readonly begun: Values | undefined;
}

function NewResource<T extends Thing, N>(all: BegunProps<T, N>) {
  const { resource, begun, ...props } = all;
  const { change, title } = props;
  const [created, setCreated] = useState<Created>();
  const open = ({ id }: Created) => change({ itemId: id }, 'after saving');
  const onCreated = (made: Created) => (made.view ? setCreated(made) : open(made));
  const given = { ...props, onCreated, onCancel: () => change({ itemId: undefined }) };
  return (
    <PageLayout title={created?.title ?? resource.texts.create} back={<BackLink title={title} />}>
      {created && <Panel>{created.view?.(() => open(created))}</Panel>}
      {!created &&
        (resource.form ? (
          <Panel>{resource.form(given)}</Panel>
        ) : (
          <NewForm {...all} {...given} create={resource.create} />
        ))}
    </PageLayout>
  );
}

interface NewFormProps<T extends Thing, N> extends BegunProps<T, N>, NewProps {
  readonly create: Create<N>;
}

function NewForm<T extends Thing, N>(props: NewFormProps<T, N>) {
  const { value, error, again } = useNeeded(props);
  return value ? <Filled {...props} needed={value.needed} /> : <Reading error={error} again={again} />;
}

function Filled<T extends Thing, N>(all: NewFormProps<T, N> & { readonly needed: N }) {
  const { resource, create, begun, onCreated, onCancel, ...props } = all;
  const { needed } = props;
  const fields = useMemo(() => resource.fields(props, needed), [needed]);
  const controls = useMemo(() => resource.controls?.(needed), [needed]);
  const initial = useMemo(() => valuesOf(fields, resource.initial?.(props, needed)), [fields]);
  const [values, setValues] = useState({ ...initial, ...begun });
  const [filled, setFilled] = useState(begun);
  const fill = (given: Values) => {
    setFilled(given);
    setValues((before) => ({ ...before, ...given }));
  };
  const filling = { ...props, fields, values, filled, fill };
  return (
    <FormAndPreview preview={resource.preview?.(filling)}>
      <Examples examples={resource.examples?.(needed)} onChoose={fill} />
      <Form
        fields={fields}
        controls={controls}
        initial={initial}
        action={resource.texts.create}
        filled={filled}
        onChange={(typed) => {
          setValues(typed);
          return undefined;
        }}
        onSubmit={async (typed, repeatKey) => onCreated(await create(filling, typed, repeatKey))}
        onCancel={onCancel}
        hasFocus
      >
        {resource.extra?.(filling)}
      </Form>
    </FormAndPreview>
  );
}

interface FormAndPreviewProps {
  readonly title?: string | undefined;
  readonly preview: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A form, and beside it what its values will do. */
export const FormAndPreview = ({ title, preview, children }: FormAndPreviewProps) => (
  <div class={preview ? 'form-and-preview' : undefined}>
    <Panel {...(title !== undefined && { title })}>{children}</Panel>
    {preview}
  </div>
);

function ResourceItem<T extends Thing, N>(all: Props<T, N> & { readonly id: string }) {
  const { resource, ...props } = all;
  const { guard, change, id, title } = props;
  const { texts, nameOf } = resource;
  const read = (signal?: AbortSignal) => resource.api(guard).get(id, { signal });
  const { value: item, error, show, again } = useRead(read, [guard, id]);
  const further = useNeeded(all);
  const opened = item && further.value && { ...props, item, needed: further.value.needed, read, show, again };
  const mayChange = item !== undefined && resource.mayChange?.(props, item) !== false;
  return (
    <PageLayout
      title={item ? nameOf(item) : title}
      back={<BackLink title={title} />}
      actions={
        <>
          <AuditLink entityId={id} />
          {opened && mayChange && resource.actions?.(opened)}
          {item && mayChange && texts.deleteTitle && (
            <ConfirmButton
              label={texts.delete ?? common.delete}
              title={texts.deleteTitle(nameOf(item))}
              {...(texts.deleteText !== undefined && { text: texts.deleteText })}
              action={texts.delete ?? common.delete}
              onConfirm={async () => {
                await resource.api(guard).delete(id);
                change({ itemId: undefined }, 'after saving');
              }}
            />
          )}
        </>
      }
    >
      {!opened && (
        <Reading
          error={error ?? further.error}
          again={() => {
            again();
            further.again();
          }}
        />
      )}
      {opened && !mayChange && resource.shown?.(opened)}
      {opened && mayChange && (resource.body?.(opened) ?? <Changed resource={resource} {...opened} />)}
    </PageLayout>
  );
}

function Changed<T extends Thing, N>({
  resource,
  ...opened
}: Opened<T, N> & { readonly resource: Resource<T, N> }) {
  const { guard, id, item, needed, read, show } = opened;
  const fields = useMemo(() => resource.fields(opened, needed, item), [needed, item]);
  const controls = useMemo(() => resource.controls?.(needed), [needed]);
  const [typed, setTyped] = useState<Values>();
  return (
    <>
      {resource.head?.(opened)}
      <FormAndPreview
        title={resource.texts.details}
        preview={resource.preview?.({ ...opened, fields, values: typed ?? valuesOf(fields, item) })}
      >
        {resource.intro?.(opened)}
        <EditForm
          fields={fields}
          controls={controls}
          item={item}
          read={read}
          save={(changes, ifMatch) => resource.api(guard).update(id, changes, { ifMatch })}
          onSaved={(saved) => {
            setTyped(undefined);
            show(saved);
          }}
          onChange={(values) => {
            setTyped(values);
            return undefined;
          }}
        />
      </FormAndPreview>
      {resource.tail?.(opened)}
    </>
  );
}
