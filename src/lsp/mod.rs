//! The language server: editors show what `gympress check` reports while somebody types, and correct it.
//!
//! One thread answers the client, another thread checks the newest texts.

mod actions;
mod checker;
mod completion;
mod hints;
mod navigate;
mod project;
mod publish;
mod text;

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use jiff::Timestamp;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CompletionOptions,
    HoverProviderCapability, InitializeParams, InitializeResult, OneOf, PositionEncodingKind, RenameOptions,
    SaveOptions, ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, Url, WorkDoneProgressOptions,
    notification::{
        DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument,
        DidSaveTextDocument, Exit, Notification as _,
    },
    request::{
        CodeActionRequest, Completion, DocumentSymbolRequest, GotoDefinition, HoverRequest, Initialize,
        InlayHintRequest, PrepareRenameRequest, References, Rename, Request as _, Shutdown,
        WorkspaceSymbolRequest,
    },
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;

use crate::{
    build::BuildContext,
    diagnostic::{Failure, Unit},
};
use checker::{Analysis, Environment, OpenText, ProjectChecker};
use project::ProjectRoot;
use publish::Publisher;

/// The inputs of the server besides the client and the files.
pub struct LspOptions {
    /// The folder of the project. `None` for the folder that the client names.
    pub root: Option<PathBuf>,
    /// Folders in which packages are looked for after the project's own.
    pub packages: Vec<PathBuf>,
    pub clock: fn() -> Timestamp,
    /// The time of the project's last change, if that is known.
    pub changed: Option<Timestamp>,
}

/// Serves a client until it asks the server to end, or is gone. Returns true if it asked.
///
/// # Errors
/// If nothing can be checked any more.
pub fn serve(connection: Connection, options: LspOptions) -> Result<bool, Failure> {
    let mut server = LanguageServer {
        connection,
        options,
        client: None,
        documents: BTreeMap::new(),
        checker: None,
        is_shut_down: false,
    };
    server.run()
}

/// The capabilities of the client.
struct Client {
    unit: Unit,
    /// True if it takes edits of files with their versions, and new names of files.
    takes_changes_of_documents: bool,
    /// True if inserted texts may have places for the cursor.
    takes_snippets: bool,
}

struct OpenDocument {
    version: i32,
    text: Arc<str>,
}

struct LanguageServer {
    connection: Connection,
    options: LspOptions,
    /// `None` before the client has introduced itself.
    client: Option<Client>,
    /// The texts that are open in the editor, including those outside of the project.
    documents: BTreeMap<Url, OpenDocument>,
    /// `None` for as long as there is no project.
    checker: Option<ProjectChecker>,
    is_shut_down: bool,
}

/// The error with which a request is answered.
type RpcError = (ErrorCode, String);

impl LanguageServer {
    fn run(&mut self) -> Result<bool, Failure> {
        while let Ok(message) = self.connection.receiver.recv() {
            match message {
                Message::Request(request) => self.request(request),
                Message::Notification(notification) if notification.method == Exit::METHOD => break,
                Message::Notification(notification) => self.notification(notification),
                Message::Response(_) => {}
            }
            if self.checker.as_ref().is_some_and(ProjectChecker::has_ended) {
                return Err(Failure::new("the check stopped because of a mistake in gympress"));
            }
        }
        Ok(self.is_shut_down)
    }

    fn request(&mut self, request: Request) {
        let answer = match &*request.method {
            _ if self.is_shut_down => Err((ErrorCode::InvalidRequest, "the server is shut down".to_owned())),
            Initialize::METHOD => parse(request.params).and_then(|params| self.initialize(params)),
            _ if self.client.is_none() => {
                Err((ErrorCode::ServerNotInitialized, "the client has not introduced itself".to_owned()))
            }
            Shutdown::METHOD => {
                self.is_shut_down = true;
                Ok(Json::Null)
            }
            CodeActionRequest::METHOD => self.answer(request.params, Self::code_actions),
            Completion::METHOD => self.answer(request.params, Self::complete),
            HoverRequest::METHOD => self.answer(request.params, Self::hover),
            GotoDefinition::METHOD => self.answer(request.params, Self::definition),
            References::METHOD => self.answer(request.params, Self::references),
            PrepareRenameRequest::METHOD => self.answer(request.params, Self::prepare_rename),
            Rename::METHOD => {
                parse(request.params).and_then(|params| self.rename(params)).and_then(|edit| to_json(&edit))
            }
            DocumentSymbolRequest::METHOD => self.answer(request.params, Self::symbols),
            WorkspaceSymbolRequest::METHOD => self.answer(request.params, Self::find),
            InlayHintRequest::METHOD => self.answer(request.params, Self::hints),
            method => Err((ErrorCode::MethodNotFound, format!("there is no method {method}"))),
        };
        let response = match answer {
            Ok(answer) => Response::new_ok(request.id, answer),
            Err((code, message)) => Response::new_err(request.id, code as i32, message),
        };
        // Sending fails only once the client is gone.
        let _ = self.connection.sender.send(response.into());
    }

    /// Reads the parameters and returns the answer to them.
    fn answer<P: DeserializeOwned, A: Serialize>(
        &self,
        params: Json,
        answer: impl Fn(&Self, P) -> A,
    ) -> Result<Json, RpcError> {
        to_json(&answer(self, parse(params)?))
    }

    fn initialize(&mut self, params: InitializeParams) -> Result<Json, RpcError> {
        if self.client.is_some() {
            return Err((ErrorCode::InvalidRequest, "the client has introduced itself before".to_owned()));
        }
        let capabilities = &params.capabilities;
        let encodings =
            capabilities.general.as_ref().and_then(|general| general.position_encodings.as_deref());
        let edits = capabilities.workspace.as_ref().and_then(|workspace| workspace.workspace_edit.as_ref());
        let documents = capabilities.text_document.as_ref();
        let completion =
            documents.and_then(|documents| documents.completion.as_ref()?.completion_item.as_ref());
        let (unit, encoding) = text::negotiate(encodings);
        let client = Client {
            takes_snippets: completion.is_some_and(|completion| completion.snippet_support == Some(true)),
            unit,
            takes_changes_of_documents: edits.is_some_and(|edits| edits.document_changes == Some(true)),
        };
        let capabilities = capabilities_of_server(encoding);
        self.client = Some(client);
        if let Some(root) = self.options.root.clone().map(ProjectRoot::new).or_else(|| root_of(&params)) {
            self.start(root);
        }
        let server_info = Some(ServerInfo {
            name: "gympress".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        });
        to_json(&InitializeResult { capabilities, server_info })
    }

    /// Starts the check of a project.
    fn start(&mut self, root: ProjectRoot) {
        let sender = self.connection.sender.clone();
        let publisher = Publisher::new(
            Box::new(move |message| {
                // Sending fails only once the client is gone.
                let _ = sender.send(message);
            }),
            self.unit(),
        );
        let LspOptions { packages, clock, changed, .. } = &self.options;
        let context = BuildContext::new(root.path(), packages.clone());
        let environment = Environment { root, clock: *clock, changed: *changed, context };
        self.checker = Some(ProjectChecker::start(environment, publisher));
        self.check();
    }

    fn unit(&self) -> Unit {
        self.client.as_ref().map(|client| client.unit).unwrap_or_default()
    }

    fn notification(&mut self, notification: Notification) {
        if self.client.is_none() || self.is_shut_down {
            return;
        }
        let Notification { method, params } = notification;
        match &*method {
            DidOpenTextDocument::METHOD => self.note(&method, params, Self::did_open),
            DidChangeTextDocument::METHOD => self.note(&method, params, Self::did_change),
            DidCloseTextDocument::METHOD => self.note(&method, params, Self::did_close),
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => self.read_disk(),
            _ => {}
        }
    }

    /// Calls `act` with the parameters of a notification, unless they can't be read.
    fn note<P: DeserializeOwned>(&mut self, method: &str, params: Json, act: impl Fn(&mut Self, P)) {
        match serde_json::from_value(params) {
            Ok(params) => act(self, params),
            Err(error) => log::warn!("{method} can't be read: {error}"),
        }
    }

    fn did_open(&mut self, params: lsp_types::DidOpenTextDocumentParams) {
        let document = params.text_document;
        if self.checker.is_none()
            && let Some(root) = ProjectRoot::around(&document.uri)
        {
            self.start(root);
        }
        let (version, text) = (document.version, document.text.into());
        self.documents.insert(document.uri, OpenDocument { version, text });
        self.check();
    }

    fn did_change(&mut self, params: lsp_types::DidChangeTextDocumentParams) {
        let unit = self.unit();
        let Some(document) = self.documents.get_mut(&params.text_document.uri) else { return };
        document.text = text::changed(&document.text, params.content_changes, unit).into();
        document.version = params.text_document.version;
        self.check();
    }

    fn did_close(&mut self, params: lsp_types::DidCloseTextDocumentParams) {
        self.documents.remove(&params.text_document.uri);
        self.check();
        // Unsaved text is dropped, and the file may have been saved just before.
        self.read_disk();
    }

    fn read_disk(&mut self) {
        if let Some(checker) = &self.checker {
            checker.read_disk();
        }
    }

    /// Requests a check with the open texts.
    fn check(&self) {
        let Some(checker) = &self.checker else { return };
        let mut open = Vec::new();
        for (address, OpenDocument { version, text }) in &self.documents {
            let Some(path) = checker.environment.root.unsaved_path(address) else { continue };
            let (path, address) = (path.into(), address.clone());
            open.push(OpenText { path, address, version: *version, text: text.clone() });
        }
        checker.open(open);
    }

    /// The analysis of the newest texts.
    fn newest(&self) -> Option<(Arc<Analysis>, &Environment)> {
        let checker = self.checker.as_ref()?;
        Some((checker.newest()?, &checker.environment))
    }
}

fn parse<P: DeserializeOwned>(params: Json) -> Result<P, RpcError> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn to_json(answer: &impl Serialize) -> Result<Json, RpcError> {
    serde_json::to_value(answer).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

/// The folder that the client has open, if it is a project.
fn root_of(params: &InitializeParams) -> Option<ProjectRoot> {
    #[allow(deprecated, reason = "older clients send nothing else")]
    let older = params.root_uri.iter();
    let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri).chain(older);
    let mut paths = folders.filter_map(|folder| folder.to_file_path().ok());
    paths.find(|path| path.join("content").is_dir()).map(ProjectRoot::new)
}

fn capabilities_of_server(encoding: PositionEncodingKind) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(SaveOptions { include_text: Some(false) }.into()),
            ..TextDocumentSyncOptions::default()
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, actions::FIX_ALL]),
            ..CodeActionOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["\"", "[", "=", " ", "/", "#"].map(str::to_owned).into()),
            ..CompletionOptions::default()
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}
