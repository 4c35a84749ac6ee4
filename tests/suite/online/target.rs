//! The places that `to` in `[publish]` can name.

use gympress::hosts::{NoTarget, Protocol, PublishTarget, Server};

fn server(
    protocol: Protocol,
    user: Option<&str>,
    host: &str,
    port: Option<u16>,
    folder: &str,
) -> PublishTarget {
    PublishTarget::Server(Server {
        protocol,
        user: user.map(str::to_owned),
        host: host.to_owned(),
        port,
        folder: folder.to_owned(),
        from_root: false,
    })
}

#[test]
fn places_are_read_as_people_write_them() {
    for (written, target) in [
        ("sftp://mygym@home1.host/", server(Protocol::Sftp, Some("mygym"), "home1.host", None, "")),
        ("sftp://alias/public_html/", server(Protocol::Sftp, None, "alias", None, "public_html")),
        // The user of an account for FTP at cPanel is an address of mail.
        (
            "ftps://web@mygym.co.ke@server12.truehost.cloud/",
            server(Protocol::Ftps, Some("web@mygym.co.ke"), "server12.truehost.cloud", None, ""),
        ),
        ("ftps://u@h:990/a/b c", server(Protocol::Ftps, Some("u"), "h", Some(990), "a/b c")),
        ("sftp://u@[::1]:2222/x", server(Protocol::Sftp, Some("u"), "::1", Some(2222), "x")),
        ("../public", PublishTarget::Folder("../public".into())),
        ("/srv/www/gym", PublishTarget::Folder("/srv/www/gym".into())),
        ("C:\\www", PublishTarget::Folder("C:\\www".into())),
        ("netlify:iron-chalk", PublishTarget::Netlify("iron-chalk".into())),
        ("netlify:https://iron-chalk.netlify.app/", PublishTarget::Netlify("iron-chalk.netlify.app".into())),
    ] {
        assert_eq!(PublishTarget::parse(written), Ok(target), "{written}");
    }
    let Ok(PublishTarget::Server(rooted)) = PublishTarget::parse("sftp://u@h//srv/www") else { panic!() };
    assert_eq!((rooted.from_root, &*rooted.folder), (true, "srv/www"));
    assert_eq!(rooted.at_host("other"), "sftp://u@other//srv/www");
}

#[test]
fn what_is_no_place_is_refused_with_the_reason() {
    for (written, why) in [
        ("ftps://u:secret@h/", NoTarget::Secret),
        ("ftp://u:secret@h/", NoTarget::Secret),
        ("u:secret@h/public_html", NoTarget::Secret),
        ("netlify:nfp_0123456789abcdef", NoTarget::Secret),
        ("ftp://u@h/", NoTarget::PlainFtp),
    ] {
        assert_eq!(PublishTarget::parse(written), Err(why), "{written}");
    }
    for written in [
        "",
        "h",
        "s3://bucket",
        "sftp://",
        "sftp://-oProxyCommand=x/",
        "sftp://u@-oProxyCommand=x/",
        "sftp://-l@h/",
        "sftp://u@h$(x)/",
        "sftp://u@h:port/",
        "sftp://u@h:99999/",
        "sftp://u@h/a/../b",
        "sftp://u@h/a\nb",
        "ftps://h/",
        "netlify:",
        "netlify:a/b",
    ] {
        assert!(matches!(PublishTarget::parse(written), Err(NoTarget::Unknown(_))), "{written}");
    }
}
