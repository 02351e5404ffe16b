//! Starts `qili lsp` for Zed.

use zed_extension_api as zed;

struct Qili;

impl zed::Extension for Qili {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        _: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let command = worktree.which("qili").ok_or(
            "`qili` is not on the path: `cargo install --locked --path crates/cli` in a checkout of Qili puts it there",
        )?;
        Ok(zed::Command {
            command,
            args: vec!["lsp".to_owned()],
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        server: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<Option<zed::serde_json::Value>> {
        let settings = zed::settings::LspSettings::for_worktree(server.as_ref(), worktree)?;
        Ok(settings.initialization_options)
    }
}

zed::register_extension!(Qili);
