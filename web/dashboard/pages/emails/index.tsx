import { NativeSelect } from '@mantine/core';
import { Navigate, Route, Routes, useNavigate, useParams } from 'react-router';
import type { MailTextList } from '../../../../src/mail-texts/web-schema.ts';
import { LANGUAGES } from '../../../../src/shared/languages.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { BlockSkeleton, Loaded, PageHeader, Section, Sections } from '../../components/index.ts';
import { AdminsOnly } from '../members/admins-only.tsx';
import styles from './emails.module.css';
import { PATH, WordingForm } from './wording-form.tsx';

export default function EmailsPage() {
  const { can } = useWorkspace();
  if (!can('admin'))
    return <AdminsOnly title="Emails">Admins choose the wording of emails to customers.</AdminsOnly>;
  return <WordingPage />;
}

function WordingPage() {
  const list = useWorkspaceQuery<MailTextList>(PATH);
  return (
    <>
      <PageHeader
        title="Emails"
        description="Choose the wording of the emails your customers get. Layout, color and the way to their request stay the same."
      />
      <Loaded query={list} skeleton={<Waiting />}>
        {(data) => (
          <Routes>
            <Route path=":kind/:lang" element={<Wording list={data} />} />
            <Route path="*" element={<ToFirst list={data} />} />
          </Routes>
        )}
      </Loaded>
    </>
  );
}

function ToFirst({ list }: { list: MailTextList }) {
  const { path } = useWorkspace();
  return <Navigate to={path(`emails/${list.mails[0]?.kind}/en`)} replace />;
}

/** Which one is in the address: leaving unsaved words for another email is asked about like leaving the page. */
function Wording({ list }: { list: MailTextList }) {
  const { path } = useWorkspace();
  const navigate = useNavigate();
  const { kind = '', lang = '' } = useParams();
  const entryOf = (ofKind: string, ofLang: string) =>
    list.texts.find((one) => one.kind === ofKind && one.lang === ofLang);
  const entry = entryOf(kind, lang);
  if (entry === undefined) return <ToFirst list={list} />;
  const marked = (name: string, isOwn: boolean) => (isOwn ? `${name} (edited)` : name);
  return (
    <Sections>
      <Section>
        <div className={styles.choice}>
          <NativeSelect
            label="Email"
            description={list.mails.find((mail) => mail.kind === kind)?.description}
            inputWrapperOrder={['label', 'input', 'description']}
            data={list.mails.map((mail) => ({
              value: mail.kind,
              label: marked(
                mail.name,
                list.texts.some((one) => one.kind === mail.kind && one.is_own),
              ),
            }))}
            value={kind}
            onChange={(event) => navigate(path(`emails/${event.currentTarget.value}/${lang}`))}
            data-testid="mail-kind"
          />
          <NativeSelect
            label="Language"
            description="Each request has its own language."
            inputWrapperOrder={['label', 'input', 'description']}
            data={LANGUAGES.map(({ code, name }) => ({
              value: code,
              label: marked(name, entryOf(kind, code)?.is_own === true),
            }))}
            value={lang}
            onChange={(event) => navigate(path(`emails/${kind}/${event.currentTarget.value}`))}
            data-testid="mail-lang"
          />
        </div>
      </Section>
      <WordingForm key={`${kind}/${lang}`} entry={entry} />
    </Sections>
  );
}

function Waiting() {
  return (
    <Sections>
      <BlockSkeleton height={120} />
      <BlockSkeleton height={640} />
    </Sections>
  );
}
